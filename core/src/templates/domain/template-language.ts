import type { AppLanguages } from '../../tenancy/domain/app-languages.js'
import { languageOfCountry } from './country-languages.js'

const of = (language: string, regions: string, parent: string): ReadonlyArray<readonly [string, string]> =>
  regions.split(' ').map((region) => [`${language}-${region}`, parent] as const)

/** The parents that aren't found by removing the last part of a tag (CLDR 46, `parentLocales`); empty: there is none. */
const PARENTS: ReadonlyMap<string, string> = new Map([
  ...of('en', '150 ag ai au bb bm bs bw bz cc ck cm cx cy dg dm er fj fk fm gb gd gg gh gi gm gy hk ie il im in io je', 'en-001'),
  ...of('en', 'jm ke ki kn ky lc lr ls mg mo ms mt mu mv mw my na nf ng nr nu nz pg pk pn pw rw sb sc sd sg sh sl ss', 'en-001'),
  ...of('en', 'sx sz tc tk to tt tv tz ug vc vg vu ws za zm zw', 'en-001'),
  ...of('en', 'at be ch de dk fi nl se si', 'en-150'),
  ...of('es', 'ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve', 'es-419'),
  ...of('pt', 'ao ch cv fr gq gw lu mo mz st tl', 'pt-pt'),
  ...of('zh', 'hk tw', 'zh-hant'),
  ...of('zh', 'mo', 'zh-hant-hk'),
  ['zh-hant', ''],
  ['zh-hant-mo', 'zh-hant-hk'],
  ['sr-latn', ''],
  ['az-cyrl', ''],
  ['uz-cyrl', ''],
  ['pa-arab', ''],
  ['nb', 'no'],
  ['nn', 'no'],
]) // prettier-ignore

/** A language tag in the form in which tags are compared: `pt-br` for `pt_BR`. */
export const languageKey = (tag: string): string => tag.replaceAll('_', '-').toLowerCase()

/** The tag, and the ones that it falls back to: `pt-br`, `pt`; `es-mx`, `es-419`, `es`. */
export const languageAndParents = (tag: string): readonly string[] => {
  const found: string[] = []
  let key = languageKey(tag)
  while (key !== '') {
    found.push(key)
    key = PARENTS.get(key) ?? key.slice(0, Math.max(0, key.lastIndexOf('-')))
  }
  return found
}

/**
 * The languages in which an app wants to write to a recipient, the best one first. The main language of the number's
 * country comes first if the app wants that, then the app's default (docs/api/templates#languages).
 */
export const wantedLanguages = (
  { byCountry, default: otherwise }: AppLanguages,
  country: string | undefined,
): readonly string[] => [
  ...(byCountry === true && country !== undefined ? languageAndParents(languageOfCountry(country)) : []),
  ...(otherwise === undefined ? [] : languageAndParents(otherwise)),
]
