import { DECLARED_SETTINGS } from '@postrider/wiring/settings/declared-settings'

/** The settings that a process reads, with the `…_FILE` forms of secrets. */
export const settingsThatExist = (): ReadonlySet<string> =>
  new Set(
    DECLARED_SETTINGS.flatMap(({ name, isSecret }) => (isSecret === true ? [name, `${name}_FILE`] : [name])),
  )
