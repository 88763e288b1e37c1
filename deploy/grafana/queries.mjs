// Expressions that the board is made of. `$I` stands for the processes that were chosen on top of it.

/** The range that Grafana chooses for rates: as short as the scrape interval and the width of the picture allow. */
export const RATE = '[$__rate_interval]'

const selected = (family, matchers) => `${family}{${matchers === '' ? '' : `${matchers},`}$I}`
const grouped = (by) => (by === '' ? '' : ` by (${by}) `)

/** How much a counter grows a second, for each value of the labels `by`. */
export const rate = (family, by = '', matchers = '') =>
  `sum${grouped(by)}(rate(${selected(family, matchers)}${RATE}))`

/** What so large a share of a histogram's observations stays below. */
export const quantile = (share, family, by = '', matchers = '') =>
  `histogram_quantile(${share}, ${rate(`${family}_bucket`, by === '' ? 'le' : `le, ${by}`, matchers)})`

/** A gauge that several processes show alike. */
export const most = (gauge, by = '', matchers = '') => `max${grouped(by)}(${selected(gauge, matchers)})`

/** Puts what a provider account is called now beside its id; one name, also while not all have heard of a new one. */
export const named = (expr) =>
  `${expr} * on (provider) group_left (name) topk by (provider) (1, ${most('postrider_provider_account_info', 'provider, name')})`
