import { E } from '@postrider/core/fp'
import type { Product } from '@postrider/core/kernel/texts/product'
import type { RateLimits } from '@postrider/core/limits/domain/rate-policy'
import type { MailAccount } from '@postrider/mail-smtp/smtp-mailer'
import { type ConnectionSettings, readConnectionSettings } from './settings/connection-settings.js'
import { type EventReceiverSettings, readEventReceiver } from './settings/event-settings.js'
import { type KeySettings, MASTER_KEY, readKeySettings } from './settings/key-settings.js'
import { type ListeningSettings, readListeningSettings } from './settings/listening-settings.js'
import { readMailAccount } from './settings/mail-settings.js'
import { type MoneySettings, readMoneySettings } from './settings/money-settings.js'
import { type ProcessSettings, readProcessSettings, WORKERS } from './settings/process-settings.js'
import { readProduct } from './settings/product-settings.js'
import { readRateLimits } from './settings/rate-settings.js'
import { readRetentionSettings, type RetentionSettings } from './settings/retention-settings.js'
import { readSiteSettings, type SiteSettings } from './settings/site-settings.js'
import { readStorageSettings, type StorageSettings } from './settings/storage-settings.js'
import { type ProcessEnvironment, type SettingFault, settingsReader } from './setting-sources.js'
import { listeningUrl } from './setting-values.js'
import { ONE_PROCESS } from './worker-count.js'

/** The settings of a process, which its administrator decides (docs/api/running#settings). */
export interface Settings
  extends
    StorageSettings,
    ListeningSettings,
    SiteSettings,
    ConnectionSettings,
    KeySettings,
    ProcessSettings,
    RetentionSettings,
    MoneySettings {
  /** The mail server and the sender of Postrider's own emails; undefined: they aren't sent. */
  readonly mail: MailAccount | undefined
  /** The installation's own receiver of all events; undefined: there is none. */
  readonly eventReceiver: EventReceiverSettings | undefined
  /** The name and the support address that customers see. */
  readonly product: Product
  /** How many requests a caller may make (docs/api/limits#rate-limits). */
  readonly rateLimits: RateLimits
  /** The names of the settings that were given; the others have their defaults. */
  readonly given: ReadonlySet<string>
  /** Settings with our prefix that nothing reads: most likely typos. */
  readonly unknown: readonly string[]
}

/** Whether the database is one file, without servers. */
export const isEmbedded = ({ storageUrl }: Pick<Settings, 'storageUrl'>): boolean =>
  storageUrl.startsWith('sqlite:')

/** The SQL engine of the storage address, as documentation calls it. MariaDB has the address of MySQL. */
export const engineOf = ({ storageUrl }: Pick<Settings, 'storageUrl'>): string => {
  if (isEmbedded({ storageUrl })) return 'SQLite'
  return /^postgres(?:ql)?:/.test(storageUrl) ? 'PostgreSQL' : 'MySQL'
}

/** The file of an embedded database. */
export const databaseFile = ({ storageUrl }: Pick<Settings, 'storageUrl'>): string =>
  storageUrl.slice('sqlite:'.length)

/** The address that clients use for the API, without a trailing slash. */
export const publicUrlOf = ({
  publicUrl,
  httpHost,
  httpPort,
}: Pick<Settings, 'publicUrl' | 'httpHost' | 'httpPort'>): string =>
  publicUrl ?? listeningUrl(httpHost, httpPort)

/**
 * Reads every setting (docs/api/running#settings) and returns all faults at once. Secrets, and addresses that
 * contain one, can be in files named by `…_FILE`. An empty value counts as unset. `fromFile` names the
 * settings that a `.env` file has added.
 */
export const parseSettings = (
  environment: ProcessEnvironment,
  cwd: string = process.cwd(),
  fromFile: ReadonlySet<string> = new Set(),
): E.Either<readonly SettingFault[], Settings> => {
  const reader = settingsReader(environment, fromFile)
  const product = readProduct(reader)
  const settings = {
    ...readStorageSettings(reader, cwd),
    ...readListeningSettings(reader),
    ...readSiteSettings(reader),
    ...readConnectionSettings(reader),
    ...readKeySettings(reader),
    product,
    mail: readMailAccount(reader, product.name),
    eventReceiver: readEventReceiver(reader),
    ...readProcessSettings(reader),
    ...readRetentionSettings(reader),
    rateLimits: readRateLimits(reader),
    ...readMoneySettings(reader),
  }
  const given = reader.given()
  const hasKey = given.has(MASTER_KEY.name) || given.has(`${MASTER_KEY.name}_FILE`)
  if (!isEmbedded(settings) && !hasKey)
    reader.complain(
      MASTER_KEY.name,
      `is required with ${engineOf(settings)}: 32 bytes in base64, as postrider init writes them into .env`,
    )
  if (isEmbedded(settings) && settings.workers > 1) reader.complain(WORKERS.name, ONE_PROCESS)
  const faults = reader.faults()
  return faults.length > 0 ? E.left(faults) : E.right({ ...settings, given, unknown: reader.unknown() })
}
