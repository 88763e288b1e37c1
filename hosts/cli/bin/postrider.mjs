#!/usr/bin/env node
// Committed, not built: npm links a command at installation only if its file is there (README, "Run it").
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
const partOf = (at) => Number(process.versions.node.split('.')[at])
const [major, minor] = [partOf(0), partOf(1)]

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Postrider needs Node 20.19 or newer, and this is Node ${process.versions.node}.`)
  process.exitCode = 1
} else if (!existsSync(main)) {
  console.error('Postrider is not compiled yet: run npm run build in its folder first.')
  process.exitCode = 1
} else {
  await import(main.href)
}
