/** A person whose number has several spellings. */
export interface Person {
  /** The spellings that messages can be sent to. */
  readonly addresses: readonly string[]
  /** The spellings that networks use for the person as an author. */
  readonly authors: readonly string[]
}

const padded = (serial: number, digits: number): string => String(serial).padStart(digits, '0')

const aPerson = (addresses: readonly string[], earlier: readonly string[] = []): Person => ({
  addresses,
  authors: [...addresses, ...earlier],
})

/** A mobile number in countries that changed their numbers, and one in India. */
const BY_COUNTRY: ReadonlyArray<(serial: number) => Person> = [
  (serial) => aPerson([`+52551${padded(serial, 7)}`], [`+521551${padded(serial, 7)}`]),
  (serial) => aPerson([`+5491151${padded(serial, 6)}`, `+541151${padded(serial, 6)}`]),
  (serial) => aPerson([`+551198${padded(serial, 7)}`], [`+55118${padded(serial, 7)}`]),
  (serial) => aPerson([`+919876${padded(serial, 6)}`]),
]

/** This many people, from a serial number on. */
export const peopleFrom = (first: number, count: number): readonly Person[] =>
  Array.from({ length: count }, (_, at) => BY_COUNTRY[at % BY_COUNTRY.length]?.(first + at)).filter(
    (person) => person !== undefined,
  )
