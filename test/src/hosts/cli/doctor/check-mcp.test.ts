import { expect } from 'chai'
import { checkMcp } from '@postrider/cli/doctor/check-mcp'

const LISTENING = { httpHost: '127.0.0.1', httpPort: 8080, publicUrl: undefined } as const

describe('The doctor, of tools for Agents', () => {
  it('says whether they are on, for whom, and notes where their keys travel in clear', () => {
    expect(checkMcp({ ...LISTENING, mcp: false })).to.deep.include.members([
      { verdict: 'fine', part: 'mcp', sentence: 'is off (POSTRIDER_MCP)' },
    ])
    const [safe] = checkMcp({ ...LISTENING, publicUrl: 'https://api.example.com', mcp: true })
    expect(safe).to.include({ verdict: 'fine' })
    expect(safe?.sentence).to.include('https://api.example.com/mcp')
    const [open] = checkMcp({ ...LISTENING, publicUrl: 'http://api.example.com', mcp: true })
    expect(open).to.include({ verdict: 'note' })
    expect(open?.advice).to.include('POSTRIDER_PUBLIC_URL')
  })
})
