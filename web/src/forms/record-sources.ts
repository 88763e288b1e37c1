import type { RecordSource } from '../parts/record-picker.js'

const sources = new Map<string, RecordSource>()

/** Registers the record sources of this site by field name, so that people can choose records by name. */
export const offerRecords = (own: Readonly<Record<string, RecordSource>>): void => {
  for (const [field, source] of Object.entries(own)) sources.set(field, source)
}

/** The record source of a field; undefined if the field takes the typed text. */
export const recordSource = (field: string): RecordSource | undefined => sources.get(field)
