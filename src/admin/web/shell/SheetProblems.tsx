/** `row` is the sheet's own row number; `value` is the cell's text. */
type SheetProblem = { row: number; column: string; value: string; reason: string }

/** The problems of a sheet, row by row. */
export function SheetProblems({ problems }: { problems: readonly SheetProblem[] }) {
  return (
    <div className="table-room">
      <table className="table">
        <caption className="sr">What is wrong</caption>
        <thead>
          <tr>
            <th scope="col" className="figure">
              Row
            </th>
            <th scope="col">Column</th>
            <th scope="col">It says</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, value, reason }) => (
            <tr key={`${row} ${column} ${reason}`}>
              <td className="figure">{row}</td>
              <td>{column}</td>
              <td>{value}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
