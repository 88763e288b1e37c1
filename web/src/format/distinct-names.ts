import { shortId } from './shown-text.js'

/** A thing with its display name. Without an identifier, the name is unique. */
export interface Named {
  readonly name: string
  readonly id: string | undefined
}

/**
 * Tells things with the same name apart: their names get a short form of their identifiers. Other names stay
 * unchanged.
 */
export const distinctNames = (things: readonly Named[]): ((one: Named) => string) => {
  const ids = new Map<string, Set<string | undefined>>()
  for (const { name, id } of things) ids.set(name, (ids.get(name) ?? new Set()).add(id))
  return ({ name, id }) =>
    id !== undefined && (ids.get(name)?.size ?? 0) > 1 ? `${name} (${shortId(id)})` : name
}
