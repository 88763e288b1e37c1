// Searches the built site as its pages do: `node search.mjs FOLDER QUERY ...` prints the addresses of the
// results of each query as JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { createSearch } from './client/search-engine.js'

const [folder, ...queries] = process.argv.slice(2)
const find = createSearch(MiniSearch, readFileSync(join(folder, 'search.json'), 'utf8'))
console.log(JSON.stringify(queries.map((query) => find(query).map(({ address }) => address))))
