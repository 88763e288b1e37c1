import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { readInteger } from '../cells/cell.js'
import type { Driver } from './driver.js'
import { statement } from './template.js'

const askTime = statement('SELECT {database time}')

/** The time of the server's clock. */
export const readServerTime = async (driver: Driver): Promise<EpochMs> => {
  const [rows] = await driver.read([askTime()], 'each')
  return readInteger(rows?.[0]?.[0])
}
