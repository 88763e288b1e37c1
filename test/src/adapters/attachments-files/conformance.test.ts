import { rm, writeFile } from 'node:fs/promises'
import { describeAttachments } from '@postrider/conformance/attachments'
import { openHttpFixture } from '../../hosts/http/http-fixture.js'

describeAttachments('Attachments in files', async () => {
  const http = await openHttpFixture()
  return {
    attachments: http.attachments,
    breakDown: async () => {
      await rm(http.attachmentsDirectory, { recursive: true })
      await writeFile(http.attachmentsDirectory, 'in the way')
    },
    close: http.close,
  }
})
