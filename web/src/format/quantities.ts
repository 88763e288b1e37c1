const formats = new Map<string, Intl.NumberFormat>()

const formatted = (value: number, options: Intl.NumberFormatOptions, locale: string | undefined): string => {
  const key = JSON.stringify([locale, options])
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format.format(value)
}

/** A rate: with one decimal below 10, with two below 1. */
export const rateText = (rate: number, locale?: string): string =>
  formatted(rate, { maximumFractionDigits: rate === 0 ? 0 : rate < 0.995 ? 2 : rate < 9.95 ? 1 : 0 }, locale)

/** A share of 1, as a percentage with at most one decimal. */
export const shareText = (share: number, locale?: string): string =>
  formatted(share * 100, { maximumFractionDigits: 1 }, locale)

/** A duration: "212 ms", "1.4 s", "95 s". */
export const latencyText = (ms: number, locale?: string): string =>
  ms < 1_000
    ? `${formatted(ms, { maximumFractionDigits: 0 }, locale)} ms`
    : `${formatted(ms / 1_000, { maximumFractionDigits: ms < 99_950 ? 1 : 0 }, locale)} s`

/** A count with its noun, singular or plural. */
export const countedText = (count: number, one: string, many: string, locale?: string): string =>
  `${formatted(count, {}, locale)} ${count === 1 ? one : many}`

/** The size of a file, in whole kilobytes, or in megabytes with one decimal. */
export const byteText = (bytes: number, locale?: string): string =>
  bytes < 1_000_000
    ? formatted(Math.ceil(bytes / 1_000), { style: 'unit', unit: 'kilobyte' }, locale)
    : formatted(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }, locale)
