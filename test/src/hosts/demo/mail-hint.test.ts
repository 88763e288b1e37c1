import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { mailHintOf } from '@postrider/demo/mail-hint'
import { freshDirectory } from '../../servers/run-directory.js'

const LINK = 'http://127.0.0.1:8082/sign-up?token=prlt_'

describe("The demo's hint about emails", () => {
  it('is a command that prints only the link of the newest email', async () => {
    const inbox = join(await freshDirectory("mail hint of o'neil"), 'sandbox-inbox.jsonl')
    const lines = ['first', 'second'].map((token) =>
      JSON.stringify({
        channel: 'email',
        text: `Hello,\n\nMake it:\n\n${LINK}${token}\n\nThe link works once.`,
      }),
    )
    const later = JSON.stringify({ channel: 'sms', text: 'See https://example.com/orders/1' })
    writeFileSync(inbox, [...lines, later, ''].join('\n'))
    const { sentence, command } = mailHintOf(inbox)
    expect(sentence).to.include(inbox)
    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).to.equal(`${LINK}second\n`)
  })
})
