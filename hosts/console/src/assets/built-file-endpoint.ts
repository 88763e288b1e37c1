import { publicAnswer } from '@postrider/server/answers/answer'
import type { Endpoint } from '@postrider/server/exchange/endpoint'
import { AT_THE_CONSOLE } from '../pages/form-endpoint.js'
import { nothingHere } from '../pages/plain-answers.js'
import { ASSETS, type BuiltFiles } from '../files/built-files.js'

const PATH = `${ASSETS}/{name}`

/** The scripts and styles of the pages: everybody may read them, and keep them for ever. */
export const builtFileEndpoint = (files: BuiltFiles): Endpoint => ({
  ...AT_THE_CONSOLE,
  methods: ['GET'],
  path: PATH,
  route: PATH,
  isAlwaysOpen: true,
  answer: (_exchange, { name = '' }) => {
    const file = files.find(name)
    return file === undefined ? nothingHere('route_not_found') : publicAnswer(file)
  },
})
