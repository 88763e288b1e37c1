import { attacks } from './attacks/attacks.js'
import type { Campaign } from './campaign.js'
import { growth } from './tenants/growth.js'
import { neighbors } from './tenants/neighbors.js'
import { galera } from './clusters/galera.js'
import { groupReplication } from './clusters/group-replication.js'
import { postgresPair } from './clusters/postgres-pair.js'
import { rabbitCluster } from './clusters/rabbit-cluster.js'
import { clientFaults } from './client/client-faults.js'
import { consent } from './consent/consent.js'
import { events } from './events/events.js'
import { feed } from './feed/feed.js'
import { inbound } from './inbound/inbound.js'
import { keepAlive } from './keep-alive/keep-alive.js'
import { kills } from './kills/kills.js'
import { outage } from './outage/outage.js'
import { restart } from './restart/restart.js'
import { restore } from './restore/restore.js'
import { search } from './search/search.js'
import { skew } from './skew/skew.js'
import { upgrade } from './upgrade/upgrade.js'

/** All campaigns, by name. */
export const campaigns: readonly Campaign[] = [
  attacks,
  clientFaults,
  consent,
  events,
  feed,
  galera,
  groupReplication,
  growth,
  inbound,
  keepAlive,
  kills,
  neighbors,
  outage,
  postgresPair,
  rabbitCluster,
  restart,
  restore,
  search,
  skew,
  upgrade,
]
