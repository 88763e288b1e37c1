import { identifier } from '../../../kernel/codecs/identifiers.js'

export const userId = identifier('The user.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd')
