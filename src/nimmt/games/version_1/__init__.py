"""What version 1 of the rules ruled differently. Only records and tables of that version use this.

A page overrides what has changed since, hook by hook, and cites the old ruling; the options have their old defaults.
"""
