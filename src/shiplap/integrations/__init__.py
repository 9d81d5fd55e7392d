"""shiplap in the frameworks of others: each module needs its framework, and nothing else imports one."""
