import { expect } from 'chai'
import { parseSettings } from '@postrider/wiring/settings'
import { settingsThatExist } from '../../../containers/settings-that-exist.js'

describe('The declared settings', () => {
  it('are all settings that a process reads', () => {
    const read = new Set<string>()
    const environment = new Proxy<Record<string, string>>(
      {},
      {
        get: (_, name) => {
          read.add(String(name))
          return undefined
        },
      },
    )
    parseSettings(environment)
    expect([...read].sort()).to.deep.equal([...settingsThatExist()].sort())
  })
})
