// node scripts/screenshots.mjs FOLDER [--after=SECONDS] [--readme] [--docs] [--check] [--only=NAMES]: takes
// screenshots of every screen of the console and the website, light, dark and on a phone. It uses a real
// browser and a separate demo. With --readme, the screenshots of the README are taken again (docs/pictures);
// with --docs, only those of guides; with --check, those of guides into FOLDER, to compare their screens.
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'

const USAGE = `
node scripts/screenshots.mjs [FOLDER] [OPTIONS]

Takes pictures of every screen of console and website on a demo of its own (default folder: screenshots).

  --after SECONDS   how long the demo runs before (150)
  --readme          renews the pictures of README.md too
  --docs            renews only the pictures of the guides in docs/pictures
  --check           takes the pictures of the guides into the folder, and fails if a screen has changed since
                    its picture in docs/pictures: headings, labels, buttons, columns or fields, not its data
  --only NAMES      only these pictures of the guides, with commas between them
`

await main(async (args) => {
  // The documentation shows the pictures, so it is built after they are taken.
  await prepare({ hasSite: false })
  return runNode(join(root, 'test/dist/screenshots/main.js'), args)
}, USAGE)
