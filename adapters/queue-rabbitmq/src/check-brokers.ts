import { connect, type Options } from 'amqplib'
import { parseBrokerAddress, serverOf } from './broker-address.js'
import { settleWithin } from './within.js'

/** A broker of an address, and why it can't be used; `problem` is undefined if it accepts the login. */
export interface BrokerStatus {
  /** Host and port. */
  readonly server: string
  readonly problem: string | undefined
}

const CLOSE_TIMEOUT_MS = 1_000

const problemOf = async (broker: Options.Connect, timeoutMs: number): Promise<string | undefined> => {
  try {
    const model = await connect(broker, { timeout: timeoutMs })
    model.on('error', () => undefined)
    await settleWithin(model.close(), CLOSE_TIMEOUT_MS)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Connects once to each broker of the address, concurrently, and closes the connections. */
export const checkBrokers = (url: string, timeoutMs: number): Promise<readonly BrokerStatus[]> =>
  Promise.all(
    parseBrokerAddress(url).map(async (broker) => ({
      server: serverOf(broker),
      problem: await problemOf(broker, timeoutMs),
    })),
  )
