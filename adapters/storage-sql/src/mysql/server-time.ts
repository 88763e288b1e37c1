import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import { readInteger } from '../cells/cell.js'
import { mysqlDialect } from './dialect.js'
import type { Driver } from '../engine/driver.js'
import type { SharedClock } from '../engine/shared-now.js'
import { statement } from '../engine/template.js'

const askTime = statement('SELECT {database time}')

/** What the server's clock tells. */
export const readServerTime = async (driver: Driver): Promise<EpochMs> => {
  const [rows] = await driver.read([askTime()], 'each')
  return readInteger(rows?.[0]?.[0])
}

/** By how much the server's clock may differ from the process's time and still be taken for what it is. */
const TOLERANCE_MS = 1000

/** The server's clock where it is right, as an expression; the process's time where the server's is far from it. */
export const sharedNowText = ({ processMs, plusMs }: SharedClock): string => {
  const serverNow = mysqlDialect.words['database time']
  const now = `IF(ABS(${serverNow}-${processMs})<=${TOLERANCE_MS},${serverNow},${processMs})`
  return plusMs === 0 ? now : `${now}+${plusMs}`
}
