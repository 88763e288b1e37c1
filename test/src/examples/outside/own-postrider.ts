import { eventually } from '@postrider/conformance/eventually'
import { freePort } from '../../servers/free-port.js'
import type { Workshop } from './workshop.js'

/** The running example `service`: its printed values, and the path of its sandbox. */
export interface OwnPostrider {
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const settingsIn = (output: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...output.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

/** Starts it on ports of its own, and waits for its last value, which it prints once it responds. */
export const startOwnPostrider = async (workshop: Workshop): Promise<OwnPostrider> => {
  const ports = await Promise.all(['HTTP', 'CONSOLE', 'WEBSITE', 'METRICS'].map(() => freePort()))
  const names = ['HTTP', 'CONSOLE', 'WEBSITE', 'METRICS'].map((name) => `POSTRIDER_${name}_PORT`)
  const settings = Object.fromEntries(names.map((name, at) => [name, String(ports[at])]))
  const service = await workshop.start('service', 'service.ts', {
    ...settings,
    POSTRIDER_DATA_DIR: workshop.place('service'),
  })
  try {
    await eventually('the service prints its URL', () => {
      if (!service.process.isAlive()) throw new Error(`the service ended:\n${service.output()}`)
      return settingsIn(service.output())['POSTRIDER_URL'] === `http://127.0.0.1:${ports[0]}`
    })
  } catch (error) {
    await service.process.end('SIGKILL')
    throw new Error(`the service did not come up:\n${service.output()}`, { cause: error })
  }
  return { env: settingsIn(service.output()), stop: () => service.process.end('SIGTERM') }
}
