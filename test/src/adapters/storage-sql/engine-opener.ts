import type { OpenEngine } from '@postrider/conformance/sql-engine'
import type { Engine } from '@postrider/storage-sql/own-engine'

/** An empty database of the test's own. */
export interface EmptyDatabase {
  readonly url: string
  remove(): Promise<void>
}

/** Opens engines on one empty database and closes them all. */
export const engineOpener =
  (create: () => Promise<EmptyDatabase>, engineAt: (url: string) => Engine): OpenEngine =>
  async () => {
    const { url, remove } = await create()
    const opened: Engine[] = []
    const another = async (): Promise<Engine> => {
      const engine = engineAt(url)
      opened.push(engine)
      return engine
    }
    const close = async (): Promise<void> => {
      await Promise.all(opened.map((engine) => engine.close()))
      await remove()
    }
    return { engine: await another(), another, close }
  }
