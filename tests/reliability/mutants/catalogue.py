"""All faults there are."""

from __future__ import annotations

from reliability.mutants.fault import Fault
from reliability.mutants.faults_chance import CHANCE
from reliability.mutants.faults_machine import MACHINE
from reliability.mutants.faults_model import MODEL
from reliability.mutants.faults_native import NATIVE
from reliability.mutants.faults_planning import PLANNING

FAULTS: tuple[Fault, ...] = (*MODEL, *PLANNING, *NATIVE, *MACHINE, *CHANCE)
