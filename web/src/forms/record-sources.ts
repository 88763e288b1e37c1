import type { RecordSource } from '../parts/record-picker.js'

const sources = new Map<string, RecordSource>()

/** Lets people choose the records of fields by name at this site, by the names of the fields. */
export const offerRecords = (own: Readonly<Record<string, RecordSource>>): void => {
  for (const [field, source] of Object.entries(own)) sources.set(field, source)
}

/** How the records of a field are found; undefined: the field takes what is typed. */
export const recordSource = (field: string): RecordSource | undefined => sources.get(field)
