// npm run build: installs and compiles what is missing or out of date, so that `npx postrider` can run.
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'

const USAGE = `
npm run build

Installs and compiles what is missing or out of date, so that npx postrider can run.
`

await main(async () => {
  await prepare()
  return 0
}, USAGE)
