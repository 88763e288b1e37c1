import { expect } from 'chai'
import { type BrowserPage, openBrowserPage } from '../servers/browser.js'
import { type Outline, outdatedPictures, readOutline } from './outline.js'

interface Screen {
  readonly heading?: string
  readonly columns?: string
  readonly rows?: number
  readonly field?: string
  readonly size?: string
}

const htmlOf = ({
  heading = 'Members',
  columns = '<th>Name</th>',
  rows = 2,
  field = '',
  size = '20px',
}: Screen) => `
<main>
  <h1>People / Person ${rows === 1 ? 'A' : 'B'}</h1>
  <h2 style="font-size: ${size}">${heading} <span>${rows}</span> msg_0${rows}ab…cd</h2>
  <button>Invite a member…</button> <button hidden>Not shown</button>
  <table><thead><tr>${columns}</tr></thead>
  <tbody>${'<tr><th scope="row">Asha</th></tr>'.repeat(rows)}</tbody></table>
  <nav><a href="/">Support <b>waiting: ${rows}</b></a></nav>
  ${rows === 1 ? '<div class="about"><h2>Nothing else</h2></div>' : ''}
  <dl><dt>Since <time>${rows} minutes ago</time></dt></dl>
  <div role="status"><h3>Saved ${rows}</h3></div>
  ${field}
</main>`

describe('The outline of a screen', () => {
  let browser: BrowserPage
  before(async () => {
    browser = await openBrowserPage(1_000)
  })
  after(() => browser.close())

  const outlineOf = async (screen: Screen, part?: string): Promise<Outline> => {
    await browser.page.setContent(htmlOf(screen))
    return readOutline(browser.page, part)
  }

  it('has the texts of the program with their size, in order, and no data', async () => {
    expect(await outlineOf({})).to.deep.equal([
      'a "Support" 16px 400',
      'button "Invite a member…" 13.3333px 400',
      'dt "Since" 16px 400',
      'h1 "People" 32px 700',
      'h2 "Members" 20px 700',
      'th "Name" 16px 700',
    ])
  })

  it('stays the same if only the data is different', async () => {
    expect(await outlineOf({ rows: 12 })).to.deep.equal(await outlineOf({ rows: 1 }))
  })

  it('is different if a heading, a column, a field or a size is', async () => {
    const before = await outlineOf({})
    for (const change of [
      { heading: 'People' },
      { columns: '<th>Name</th><th>Role</th>' },
      { field: '<label>Role <select><option>Owner</option></select></label>' },
      { field: '<input type="checkbox">' },
      { size: '22px' },
    ])
      expect(await outlineOf(change), JSON.stringify(change)).to.not.deep.equal(before)
  })

  it('can be that of one part', async () => {
    expect(await outlineOf({}, 'thead')).to.deep.equal(['th "Name" 16px 700'])
  })
})

describe('The check of pictures', () => {
  const stored = { members: ['button "Invite"', 'h2 "Members"'], billing: ['h2 "Billing"'] }

  it('reports nothing if every screen has the outline of its picture', () => {
    expect(outdatedPictures(stored, { members: [...stored.members] })).to.deep.equal([])
  })

  it('reports a changed screen with its differences, and a picture without an outline', () => {
    const present = { members: ['button "Add"', 'h2 "Members"'], stops: [], billing: stored.billing }
    expect(outdatedPictures(stored, present)).to.deep.equal([
      'members\n  - button "Invite"\n  + button "Add"',
      'stops',
    ])
  })
})
