/** The methods of ports or repositories that a fixture implements, because a suite calls them. */
export type UsedPart<T> = {
  readonly [K in keyof T]?: T[K] extends (...given: never[]) => unknown ? T[K] : Partial<T[K]>
}

const missing = (name: string) => (): never => {
  throw new Error(`the test storage doesn't implement ${name}; add it in test/src/core/fakes/storage`)
}

/** Calls `otherwise` for properties that the object doesn't have, except `then`, which `await` reads. */
const filledUp = (used: object, otherwise: (property: string) => unknown): object =>
  new Proxy(used, {
    get: (target, property) =>
      property in target || typeof property === 'symbol' || property === 'then'
        ? (Reflect.get(target, property) as unknown)
        : otherwise(property),
  })

const portOf = (name: string, used: object): object =>
  filledUp(used, (method) => missing(`${name}.${method}`))

/** Completes the ports or repositories: a method that isn't among the used ones throws an error with its name. */
export const withoutUnused = <T extends object>(used: UsedPart<T>): T => {
  const ports = Object.entries(used).map(([name, port]: [string, unknown]) => [
    name,
    typeof port === 'object' && port !== null ? portOf(name, port) : port,
  ])
  return filledUp(Object.fromEntries(ports) as object, (name) => portOf(name, {})) as T
}
