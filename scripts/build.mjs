// npm run build: installs and compiles what is missing or out of date, so that `npx postrider` can run.
import { prepare } from './prepare.mjs'
import { main } from './run.mjs'

await main(async () => {
  await prepare()
  return 0
})
