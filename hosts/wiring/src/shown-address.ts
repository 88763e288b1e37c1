import { splitServers } from '@postrider/core/kernel/addresses/server-list'

/** An address with all its servers, but without user, password and parameters. */
export const shownAddress = (url: string): string => {
  const { urls } = splitServers(url)
  const { protocol, pathname } = new URL(urls[0])
  return `${protocol}//${urls.map((one) => new URL(one).host).join(',')}${pathname}`
}
