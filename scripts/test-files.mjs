// The compiled files of the packages with tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** The folders of the compiled tests, benchmarks and campaigns. */
export const TEST_FOLDERS = ['test/dist', 'bench/dist']

const compiledIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))

/** Every compiled file in them, relative to the repository. */
export const compiledFiles = () => TEST_FOLDERS.flatMap(compiledIn)

/** Every compiled test in these folders, or in all. */
export const compiledTests = (folders = TEST_FOLDERS) =>
  folders
    .flatMap(compiledIn)
    .filter((name) => name.endsWith('.test.js'))
    .sort((one, other) => (one < other ? -1 : 1))
