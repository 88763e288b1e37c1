// npm run --silent sbom: the software bill of materials of the installation without development packages.
import { main, run } from './run.mjs'

const USAGE = `
npm run --silent sbom

Prints the bill of materials of the installed packages, without those for development, as CycloneDX JSON.
`

await main(() => run('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx']), USAGE)
