import { identifier } from '../../../kernel/codecs/identifiers.js'

export const userId = identifier('ID of the user; starts with `usr_`.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd')
