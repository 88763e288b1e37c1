// Loaded before a script (`node -r`), in words that every Node can read: one that is too old says so in a sentence, where
// the script itself would be a syntax error to it.
const wanted = require('../package.json').engines.node.replace('>=', '')
const partsOf = (version) => version.split('.').map(Number)
const has = partsOf(process.versions.node)
const needs = partsOf(wanted)

if (has[0] < needs[0] || (has[0] === needs[0] && has[1] < needs[1])) {
  console.error(
    'Postrider needs Node ' +
      wanted +
      ' or newer, and this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '): install a newer one (https://nodejs.org), and run the command again.',
  )
  process.exit(1)
}
