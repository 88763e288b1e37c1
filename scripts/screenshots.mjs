// node scripts/screenshots.mjs FOLDER [--after=SECONDS] [--readme]: pictures of every screen of the console and the website, from a
// real browser on a demo of its own, light, dark and on a phone; with --readme those of the README are made anew (docs/pictures).
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'

const USAGE = `
node scripts/screenshots.mjs [FOLDER] [OPTIONS]

Takes pictures of every screen of console and website on a demo of its own (default folder: screenshots).

  --after SECONDS   how long the demo runs before (150)
  --readme          renews the pictures of README.md too
`

await main(async (args) => {
  await prepare()
  return runNode(join(root, 'test/dist/screenshots/main.js'), args)
}, USAGE)
