import { asksForDryRun, messageHeaders, sendHeaders } from '@postrider/contracts/messages/preference'
import { compileHeaders } from '@postrider/core/kernel/codecs/compile-headers'
import { expect } from 'chai'
import { brokenFields } from '../../core/kernel/codecs/broken-fields.js'

const KEY = { 'idempotency-key': 'order-10024' }
const onMessages = compileHeaders(messageHeaders)
const elsewhere = compileHeaders(sendHeaders)

const brokenBy = (prefer: string) => brokenFields(onMessages({ ...KEY, prefer }))

describe('The preferences of a send', () => {
  it('request a dry run in every spelling of RFC 7240', () => {
    for (const prefer of [
      'handling=dry-run',
      'HANDLING="dry-run"',
      'respond-async, handling = dry-run ; why="a, b"; x , wait=10',
      'a="x, handling=strict", handling=Dry-Run',
      ', ,handling=dry-run,',
      'handling="dry\\-run"',
    ]) {
      expect(asksForDryRun(prefer), prefer).to.equal(true)
      expect(brokenBy(prefer), prefer).to.deep.equal([])
      expect(brokenFields(onMessages({ prefer })), prefer).to.deep.equal([])
    }
  })

  it('can include unknown ones', () => {
    for (const prefer of [
      '',
      'return=minimal',
      'handling=strict',
      'Handling=lenient;x=1, wait=5',
      'x="handling=dry-run"',
    ]) {
      expect(asksForDryRun(prefer), prefer).to.equal(false)
      expect(brokenBy(prefer), prefer).to.deep.equal([])
      expect(brokenFields(elsewhere({ ...KEY, prefer })), prefer).to.deep.equal([])
    }
  })

  it('are refused if a dry run may have been meant', () => {
    for (const prefer of [
      'handling=dryrun',
      'handling',
      'handling=',
      'handling=""',
      'wait=1, handling=dry_run',
      'handling=lenient, handling=dry-run',
      'handling=strict, handling=nothing',
    ])
      expect(brokenBy(prefer), prefer).to.deep.equal(['Prefer not_allowed'])
    for (const prefer of [
      'handling=dry run',
      'handling: dry-run',
      'handling="dry-run',
      '=dry-run',
      'handling=dry-run;=x',
    ])
      expect(brokenBy(prefer), prefer).to.deep.equal(['Prefer format'])
  })

  it('are refused without a dry run', () => {
    for (const prefer of ['handling=dry-run', 'handling=anything'])
      expect(brokenFields(elsewhere({ ...KEY, prefer })), prefer).to.deep.equal(['Prefer not_allowed'])
  })

  it('keep the key required for everything but a dry run', () => {
    expect(brokenFields(onMessages({}))).to.deep.equal(['Idempotency-Key required'])
    expect(brokenFields(onMessages({ prefer: 'handling=strict' }))).to.deep.equal([
      'Idempotency-Key required',
    ])
    expect(brokenFields(elsewhere({ prefer: 'handling=dry-run' }))).to.deep.equal([
      'Idempotency-Key required',
      'Prefer not_allowed',
    ])
  })

  it('are read in time that grows only with their length', () => {
    const long = 'x; '.repeat(330)
    for (const prefer of [`a;${' ;'.repeat(500)}"`, `a=${' '.repeat(1_000)}"`, `${long}"`])
      expect(brokenBy(prefer)).to.deep.equal(['Prefer format'])
  })
})
