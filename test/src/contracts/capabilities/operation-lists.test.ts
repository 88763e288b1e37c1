import { readFileSync } from 'node:fs'
import { OPERATION_LISTS } from '@postrider/contracts/capabilities/operation-lists'
import { expect } from 'chai'

describe('A page with a list of operations', () => {
  for (const { path, write } of OPERATION_LISTS)
    it(`shows those of the registry: ${path}`, () => {
      const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
      expect(write(text) === text, 'npm run fix').to.equal(true)
    })
})
