// Loaded before a script (`node -r`) and written in syntax that every Node can parse. A Node that is too old gets
// a clear message instead of the script's syntax error.
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
