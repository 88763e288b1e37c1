import { publicAnswer } from '../../answers/answer.js'
import type { Endpoint } from '../../exchange/endpoint.js'
import { SITE_ENDPOINT } from '../forms/form-endpoint.js'
import type { Site } from '../site/site.js'
import { ASSETS } from '../site/built-files.js'

const PATH = `${ASSETS}/{name}`

/** The scripts and styles of the pages: public and cacheable forever. */
export const builtFileEndpoint = ({ files, answers }: Pick<Site, 'files' | 'answers'>): Endpoint => ({
  ...SITE_ENDPOINT,
  methods: ['GET'],
  path: PATH,
  route: PATH,
  isAlwaysOpen: true,
  answer: (_exchange, { name = '' }) => {
    const file = files.find(name)
    return file === undefined ? answers.nothingHere('route_not_found') : publicAnswer(file)
  },
})
