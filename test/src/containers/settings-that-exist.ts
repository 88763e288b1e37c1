import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../hosts/wiring/src/${name}`, import.meta.url)), 'utf8')

/** Each site has the same settings under its own name. */
const siteSettings = (): readonly string[] => {
  const text = source('site-settings.ts')
  const kinds = new Set([...text.matchAll(/name\('(\w+)'\)/g)].map(([, kind = '']) => kind))
  const sites = [...text.matchAll(/siteSettings\(reader, '(\w+)'/g)].map(([, site = '']) => site)
  return sites.flatMap((site) => [...kinds].map((kind) => `POSTRIDER_${site}_${kind}`))
}

/** The settings that a process reads, with the forms in a file that secrets have, as its source names them. */
export const settingsThatExist = (): ReadonlySet<string> => {
  const text = source('settings.ts') + source('site-settings.ts') + source('retention-settings.ts')
  const plain = [...text.matchAll(/'(POSTRIDER_\w+)'/g)].map(([, name = '']) => name)
  const secret = [...text.matchAll(/readSecret(?:<[^(]*>)?\(\s*'(POSTRIDER_\w+)'/g)].map(
    ([, name = '']) => `${name}_FILE`,
  )
  return new Set([...plain, ...secret, ...siteSettings()])
}

/** Those that `.env.example` lists, which is to be all but what an image and a build say of themselves. */
export const settingsOfExample = (): ReadonlySet<string> => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  return new Set([...text.matchAll(/^#(POSTRIDER_\w+)=/gm)].map(([, name = '']) => name))
}
