/** A person whose number has several spellings. */
export interface Person {
  readonly spellings: readonly string[]
}

const padded = (serial: number, digits: number): string => String(serial).padStart(digits, '0')

/** The spellings of a mobile number in countries that changed their numbers, and one in India. */
const SPELLINGS: ReadonlyArray<(serial: number) => readonly string[]> = [
  (serial) => [`+52551${padded(serial, 7)}`, `+521551${padded(serial, 7)}`],
  (serial) => [`+5491151${padded(serial, 6)}`, `+541151${padded(serial, 6)}`],
  (serial) => [`+551198${padded(serial, 7)}`, `+55118${padded(serial, 7)}`],
  (serial) => [`+919876${padded(serial, 6)}`],
]

/** This many people, from a serial number on. */
export const peopleFrom = (first: number, count: number): readonly Person[] =>
  Array.from({ length: count }, (_, at) => ({
    spellings: SPELLINGS[at % SPELLINGS.length]?.(first + at) ?? [],
  }))
