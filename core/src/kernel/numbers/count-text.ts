/**
 * A whole number of at least 0 in English, for example `1,024`. Not by `Intl`: loading its data takes 60 ms, and
 * descriptions are made when a program starts.
 */
export const countText = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
