// Copied next to the programs that scripts/bundle.mjs bundles, and loads them. Compiling such a program takes a
// third of a command's time, so the first start keeps the compiled code in a file for the following starts.
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire, wrap } = require('node:module')
const { join } = require('node:path')
const { cachedDataVersionTag } = require('node:v8')
const { Script } = require('node:vm')

const readIfThere = (file) => {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** The folder may belong to somebody else, or another process may write the same file. */
const keep = (file, code) => {
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, code)
    renameSync(unfinished, file)
  } catch {
    // The next start compiles the program again.
    rmSync(unfinished, { force: true })
  }
}

/** Runs a program of this folder. Its name contains a hash of its text, and code is kept for each version of V8. */
module.exports = (name) => {
  const filename = join(__dirname, name)
  const kept = join(__dirname, `${name}.${cachedDataVersionTag()}.code`)
  const cachedData = readIfThere(kept)
  const script = new Script(wrap(readFileSync(filename, 'latin1')), { filename, cachedData })
  // Not earlier: only functions that have run are compiled.
  if (cachedData === undefined || script.cachedDataRejected)
    process.once('exit', () => keep(kept, script.createCachedData()))
  const program = { exports: {} }
  script.runInThisContext()(program.exports, createRequire(filename), program, filename, __dirname)
}
