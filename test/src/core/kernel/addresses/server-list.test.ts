import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { expect } from 'chai'

const SECRET = 'hunter2'

const failureOf = (url: string): string => {
  try {
    splitServers(url)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('the address was split')
}

describe('A list of servers in a URL', () => {
  const lists: readonly [title: string, url: string, urls: readonly string[]][] = [
    ['one server', 'mysql://u:p@a:3306/db', ['mysql://u:p@a:3306/db']],
    [
      'several with ports',
      'mysql://u:p@a:3306,b:3307/db',
      ['mysql://u:p@a:3306/db', 'mysql://u:p@b:3307/db'],
    ],
    [
      'servers without ports and without a login',
      'postgres://a,b,c/db',
      ['postgres://a/db', 'postgres://b/db', 'postgres://c/db'],
    ],
    ['one with a port', 'amqps://u:p@a,b:5671', ['amqps://u:p@a', 'amqps://u:p@b:5671']],
    [
      'IPv6 addresses',
      'amqp://u:p@[::1]:5672,[2001:db8::7],127.0.0.1/v',
      ['amqp://u:p@[::1]:5672/v', 'amqp://u:p@[2001:db8::7]/v', 'amqp://u:p@127.0.0.1/v'],
    ],
    [
      'parameters, which apply to all',
      'mysql://u:p@a,b/db?ssl=true',
      ['mysql://u:p@a/db?ssl=true', 'mysql://u:p@b/db?ssl=true'],
    ],
    [
      'parameters without a path',
      'amqp://a,b?heartbeat=5,6',
      ['amqp://a?heartbeat=5,6', 'amqp://b?heartbeat=5,6'],
    ],
    ['a password with a comma', 'mysql://u:p,1@a,b/db', ['mysql://u:p,1@a/db', 'mysql://u:p,1@b/db']],
    [
      'a password with an encoded @',
      'mysql://u:p%401@a,b/db',
      ['mysql://u:p%401@a/db', 'mysql://u:p%401@b/db'],
    ],
    ['a comma in the path only', 'mysql://u:p@a/d,b', ['mysql://u:p@a/d,b']],
    ['a file', 'sqlite:/var/a,b.db', ['sqlite:/var/a,b.db']],
    ['no URL at all', 'embedded:', ['embedded:']],
  ]
  for (const [title, url, urls] of lists)
    it(`is split: ${title}`, () => {
      expect(splitServers(url).urls).to.deep.equal(urls)
    })

  const malformed: readonly [title: string, url: string, sentence: RegExp][] = [
    ['an empty entry', `mysql://u:${SECRET}@a,,b/db`, /^server 2 of the list must be host or host:port/],
    ['a comma at the end', `mysql://u:${SECRET}@a,b,/db`, /^server 3 /],
    ['a comma at the start', `mysql://u:${SECRET}@,b/db`, /^server 1 /],
    ['a space', `mysql://u:${SECRET}@a, b/db`, /^server 2 /],
    ["a port that isn't a number", `mysql://u:${SECRET}@a:x,b/db`, /^server 1 /],
    ['a port that is too high', `mysql://u:${SECRET}@a,b:70000/db`, /^server 2 /],
    ['port 0', `mysql://u:${SECRET}@a,b:0/db`, /^server 2 /],
    ['an IPv6 address without brackets', `mysql://u:${SECRET}@a,2001:db8::7/db`, /^server 2 /],
    ['a login for each server', `amqp://u:${SECRET}@a,u:${SECRET}@b/v`, /one user and password, before/],
  ]
  for (const [title, url, sentence] of malformed)
    it(`is refused without showing a secret: ${title}`, () => {
      const failure = failureOf(url)
      expect(failure).to.match(sentence)
      expect(failure).not.to.contain(SECRET)
    })
})
