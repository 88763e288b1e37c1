// PromQL expressions of the dashboard. `$I` is replaced by the processes that are selected at its top.

/** Grafana's range for rates: as short as the scrape interval and the panel width allow. */
export const RATE = '[$__rate_interval]'

const selected = (family, matchers) => `${family}{${matchers === '' ? '' : `${matchers},`}$I}`
const grouped = (by) => (by === '' ? '' : ` by (${by}) `)

/** Growth of a counter per second, for each value of the labels `by`. */
export const rate = (family, by = '', matchers = '') =>
  `sum${grouped(by)}(rate(${selected(family, matchers)}${RATE}))`

/** A quantile of a histogram. */
export const quantile = (share, family, by = '', matchers = '') =>
  `histogram_quantile(${share}, ${rate(`${family}_bucket`, by === '' ? 'le' : `le, ${by}`, matchers)})`

/** A gauge that several processes export with the same value. */
export const most = (gauge, by = '', matchers = '') => `max${grouped(by)}(${selected(gauge, matchers)})`

/** Adds the current name of a provider account; a single name, even while some processes don't know a new one yet. */
export const named = (expr) =>
  `${expr} * on (provider) group_left (name) topk by (provider) (1, ${most('postrider_provider_account_info', 'provider, name')})`
