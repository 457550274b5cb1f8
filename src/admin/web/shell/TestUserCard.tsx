/** The way to the developer tools, where there are any. */
export function TestUserCard() {
  return (
    <section className="panel" aria-labelledby="test-user">
      <h2 className="panel-title pt-4" id="test-user">
        Test User Management
      </h2>
      <p>
        <a className="link" href="/admin/subscription-test">
          Manage the test user’s subscription
        </a>
      </p>
    </section>
  )
}
