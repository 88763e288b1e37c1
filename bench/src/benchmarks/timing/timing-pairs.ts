import { randomBase62 } from '@postrider/node/auth/base62'
import { createBearerSecrets } from '@postrider/node/auth/bearer-secrets'
import { checksum, CHECKSUM_LENGTH } from '@postrider/node/auth/checksum'
import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { createIds } from '@postrider/node/system/system-ids'
import type { Side, TimedPair } from './timed-pair.js'
import { addressOf, type TimingStage, type Whom } from './timing-stage.js'

/** The subjects of the requests, besides the stage's people. */
export interface Subjects {
  readonly stage: TimingStage
  /** The access token of the stage's member. */
  readonly accessToken: string
  /** Messages and open challenges of the other tenant, and locked challenges of the calling one. */
  readonly foreignMessages: readonly string[]
  readonly foreignChallenges: readonly string[]
  readonly lockedChallenges: readonly string[]
}

const WRONG_PASSWORD = 'a quiet word after the storm'
export const WRONG_CODE = '000000'
const SECRET_LENGTH = 43

const ids = createIds(createSystemClock())
const strangers = createSessionTokens({ current: parseMasterKey(newMasterKey()) })

let clients = 0

/** An address without earlier requests, because clients are counted too. */
const newClient = (): string => {
  clients += 1
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
}

const headOf = (line: string, bearer: string | undefined): string => {
  const authorization = bearer === undefined ? '' : `Authorization: Bearer ${bearer}\r\n`
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${newClient()}\r\n${authorization}`
}

export const getRequest = (path: string, bearer: string): Buffer =>
  Buffer.from(`${headOf(`GET ${path}`, bearer)}\r\n`)

export const postRequest = (path: string, content: object, bearer?: string): Buffer => {
  const body = JSON.stringify(content)
  return Buffer.from(
    `${headOf(`POST ${path}`, bearer)}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const inTurn = (values: readonly string[], at: number): string => values[at % values.length] ?? ''

/** Each address from `from` on is tried once, because otherwise its throttle would respond. */
const signIn = (label: string, whom: Whom, from: number): Side => ({
  label,
  request: (sample) =>
    postRequest('/v1/sessions', { email: addressOf(whom, from + sample), password: WRONG_PASSWORD }),
})

const recovery = (label: string, whom: Whom, users: number): Side => ({
  label,
  request: (sample) => postRequest('/v1/password-recovery', { email: addressOf(whom, sample % users) }),
})

const sideOf = (label: string, request: Side['request']): Side => ({ label, request })

/** A well-formed bearer value of the credential with another secret. */
const withWrongSecret = (credential: string): string => {
  const unsummed = credential.slice(0, -SECRET_LENGTH - CHECKSUM_LENGTH) + randomBase62(SECRET_LENGTH)
  return unsummed + checksum(unsummed)
}

const peoplePairs = ({ stage }: Subjects, users: number): readonly TimedPair[] => [
  {
    name: 'sign-in, wrong password',
    path: 'hash',
    status: 401,
    sides: [signIn('unknown address', 'other', 0), signIn('known', 'known', 0)],
  },
  {
    name: 'sign-in, wrong password',
    path: 'hash',
    status: 401,
    sides: [signIn('disabled user', 'stops', 0), signIn('known', 'known', users / 2)],
  },
  {
    name: 'recovery',
    path: 'database',
    status: 202,
    sides: [recovery('unknown address', 'other', users), recovery('known', 'known', users)],
  },
  {
    name: 'refresh token',
    path: 'database',
    status: 401,
    sides: [
      sideOf('unknown', () =>
        postRequest('/v1/sessions/refresh', {
          refreshToken: strangers.derive('refresh', ids.next('ses'), 1, undefined).token,
        }),
      ),
      sideOf('of an ended session', (sample) =>
        postRequest('/v1/sessions/refresh', { refreshToken: inTurn(stage.ended, sample) }),
      ),
    ],
  },
]

const controlPair = (
  { stage: { foreign }, accessToken }: Subjects,
  operation: string,
  more: (sample: number) => object,
): TimedPair => {
  const ask = (organizationId: string, sample: number): Buffer =>
    postRequest(`/v1/control/${operation}`, { organizationId, ...more(sample) }, accessToken)
  return {
    name: operation,
    path: 'database',
    status: 404,
    sides: [
      sideOf('random Organization', (sample) => ask(ids.next('org'), sample)),
      sideOf('foreign', (sample) => ask(foreign.organizationId, sample)),
    ],
  }
}

const verifyPair = (
  { stage: { mine } }: Subjects,
  label: string,
  challenges: readonly string[],
): TimedPair => {
  const ask = (challengeId: string): Buffer =>
    postRequest('/v1/otp/verify', { challengeId, code: WRONG_CODE }, mine.credential)
  return {
    name: 'verify an OTP',
    path: 'database',
    status: 400,
    sides: [
      sideOf('unknown challenge', () => ask(ids.next('otp'))),
      sideOf(label, (sample) => ask(inTurn(challenges, sample))),
    ],
  }
}

/** The pairs (docs/promises#enumeration). There are `users` users of each kind. */
export const timingPairs = (subjects: Subjects, users: number): readonly TimedPair[] => {
  const { stage, foreignMessages, foreignChallenges, lockedChallenges } = subjects
  const { credential } = stage.mine
  const secrets = createBearerSecrets()
  return [
    ...peoplePairs(subjects, users),
    {
      name: 'read a message',
      path: 'database',
      status: 404,
      sides: [
        sideOf('random id', () => getRequest(`/v1/messages/${ids.next('msg')}`, credential)),
        sideOf('foreign', (sample) =>
          getRequest(`/v1/messages/${inTurn(foreignMessages, sample)}`, credential),
        ),
      ],
    },
    verifyPair(subjects, 'foreign', foreignChallenges),
    verifyPair(subjects, 'locked', lockedChallenges),
    {
      name: 'server credential',
      path: 'database',
      status: 401,
      sides: [
        sideOf('unknown selector', () => getRequest('/v1/auth/check', secrets.create('test').bearer)),
        sideOf('known, wrong secret', () => getRequest('/v1/auth/check', withWrongSecret(credential))),
      ],
    },
    controlPair(subjects, 'listOrganizationMembers', () => ({})),
    controlPair(subjects, 'inviteOrganizationMember', (sample) => ({
      email: addressOf('other', sample),
      role: 'viewer',
    })),
  ]
}
